/**
 * The shards of a job as an indexed Job of Kubernetes, and as a line for GNU parallel.
 */
import { shellWord, yamlText } from './quoted.ts';
import { scriptName, scriptOf, type ShardJob } from './shard-job.ts';

/** Where a job runs in a cluster. */
export interface KubernetesOptions {
  readonly image: string;
  /** The name of the persistent volume claim that all pods see as their working directory. */
  readonly claim: string;
  readonly atOnce: number;
  readonly retries: number;
}

/** Returns the manifest of a job whose folders are those of the pods. */
export function manifestOf(job: ShardJob, { image, claim, atOnce, retries }: KubernetesOptions): string {
  // Kubernetes replaces $(NAME) in arguments; $$ stands for the sign itself.
  const argument = (text: string): string => yamlText(text.replaceAll('$', '$$$$'));
  const script = `mkdir -p ${shellWord(job.folder)} && set -- "$((JOB_COMPLETION_INDEX + 1))"\n${scriptOf(job)}`;
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: ${job.name}
spec:
  completionMode: Indexed
  completions: ${String(job.count)}
  parallelism: ${String(Math.min(atOnce, job.count))}
  backoffLimitPerIndex: ${String(retries)}
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: shard
          image: ${yamlText(image)}
          command:
            - /bin/sh
            - -c
            - ${argument(script)}
          volumeMounts:
            - name: work
              mountPath: ${yamlText(job.workFolder)}
      volumes:
        - name: work
          persistentVolumeClaim:
            claimName: ${yamlText(claim)}
`;
}

/** Returns a line of a shell that computes a job with GNU parallel: here, or on the hosts, which see the same folder. */
export function parallelLine(job: ShardJob, hosts: string | undefined, retries: number): string {
  const remote = hosts === undefined ? '' : ` --sshlogin ${shellWord(hosts)} --workdir .`;
  const line = `seq ${String(job.count)} | parallel --retries ${String(retries + 1)}${remote} sh ${scriptName}`;
  return `cd ${shellWord(job.folder)} && ${line}\n`;
}
